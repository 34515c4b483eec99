//! Settings of the C library's allocator. Queries run on any free thread, and by default glibc gives almost every
//! thread its own heap, eight for each core: other threads do not reuse what one thread frees, and a busy server
//! grows for days towards the sum of all heaps. A large block inside a heap is not returned to the system either,
//! because something small lies above it.

/// Blocks of at least this size are mapped separately.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const MAPPED_BYTES: libc::c_int = 1 << 20;

/// Limits the allocator to one heap for each core; must be called before there are threads. Measured over 40,000
/// judgings on two cores: with glibc's own sixteen heaps they grew to 30 MiB and kept growing, with two they stay at
/// 8 MiB.
///
/// A block of a mebibyte or more is mapped separately and goes back to the system when it is freed. By default glibc
/// raises that bound to the largest block freed so far, so that after the first sign-in the 19 MiB of each further
/// one stayed in the heaps: 200 concurrent sign-ins left 3.3 GB there.
pub(crate) fn share_heaps() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let heaps = libc::c_int::try_from(cores.max(2)).unwrap_or(libc::c_int::MAX);
        #[allow(unsafe_code, reason = "a setting of the C library; see SAFETY")]
        // SAFETY: changes settings that the allocator reads under its own lock; no memory is touched.
        unsafe {
            libc::mallopt(libc::M_ARENA_MAX, heaps);
            libc::mallopt(libc::M_MMAP_THRESHOLD, MAPPED_BYTES);
        }
    }
}

/// Returns free memory to the system, after work that once needed a lot.
pub(crate) fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        #[allow(unsafe_code, reason = "a call of the C library; see SAFETY")]
        // SAFETY: takes only the allocator's own locks and touches nothing that is allocated.
        unsafe {
            libc::malloc_trim(0);
        }
    }
}
