//! The memory that the C library's allocator keeps. Queries run on whichever thread is free, and by
//! default glibc gives almost every thread a heap of its own, eight to a core: what one thread
//! frees the others do not reuse, and a busy server grows for days towards the sum of all heaps.
//! Nor does a large block come back that lay in a heap: something small stands above it.

/// Blocks from this size on are mapped for themselves.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const MAPPED_BYTES: libc::c_int = 1 << 20;

/// One heap a core from now on; to be called before there are threads. Measured over 40,000 judgings
/// on two cores: with glibc's own sixteen heaps they grew to 30 MiB and went on, with two they stay
/// at 8 MiB.
///
/// A block of a mebibyte or more is mapped for itself and goes back to the system when it is freed.
/// By default glibc raises that bound to the largest block freed so far, so that after the first
/// sign-in the 19 MiB of each further one lay in the heaps: 200 at once left 3.3 GB there.
pub(crate) fn share_heaps() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let heaps = libc::c_int::try_from(cores.max(2)).unwrap_or(libc::c_int::MAX);
        #[allow(unsafe_code, reason = "a setting of the C library; see SAFETY")]
        // SAFETY: changes numbers that the allocator reads under its own lock; no memory is touched.
        unsafe {
            libc::mallopt(libc::M_ARENA_MAX, heaps);
            libc::mallopt(libc::M_MMAP_THRESHOLD, MAPPED_BYTES);
        }
    }
}

/// Gives what is free back to the system, after work that needed much memory once.
pub(crate) fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        #[allow(unsafe_code, reason = "a call of the C library; see SAFETY")]
        // SAFETY: takes the allocator's own locks and touches nothing that is allocated.
        unsafe {
            libc::malloc_trim(0);
        }
    }
}
