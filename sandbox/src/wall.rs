//! A second wall around the sandbox, in case WebAssembly has a hole.
//!
//! WebAssembly isolates a program. If a program ever escaped from it, it would be in a process that can reach
//! nothing: no file, no socket, no other process. Linux enforces this: seccomp allows only the system calls that
//! running programs needs, and Landlock, if the kernel has it, also refuses files and connections. It is for
//! processes that have opened everything they need and only judge from then on; it cannot be undone.

use std::collections::BTreeMap;
use std::env::consts::ARCH;

use landlock::{ABI, Access as _, AccessFs, AccessNet, Ruleset, RulesetAttr as _, Scope};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch,
};

/// The system calls for running programs and reporting results: memory, threads, open descriptors.
const ALLOWED: [i64; 33] = [
    libc::SYS_brk,
    libc::SYS_clock_gettime,
    libc::SYS_clock_nanosleep,
    libc::SYS_close,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_fstat,
    libc::SYS_futex,
    libc::SYS_getpid,
    libc::SYS_getrandom,
    libc::SYS_gettid,
    libc::SYS_lseek,
    libc::SYS_madvise,
    libc::SYS_membarrier,
    libc::SYS_mmap,
    libc::SYS_mprotect,
    libc::SYS_mremap,
    libc::SYS_munmap,
    libc::SYS_nanosleep,
    libc::SYS_ppoll,
    libc::SYS_read,
    libc::SYS_readv,
    libc::SYS_restart_syscall,
    libc::SYS_rseq,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_yield,
    libc::SYS_set_robust_list,
    libc::SYS_sigaltstack,
    libc::SYS_write,
    libc::SYS_writev,
];

/// Asks for the settings of a terminal; programs use it to detect one.
const TCGETS: u64 = 0x5401;
/// Asks which pages have been written to.
const PAGEMAP_SCAN: u64 = 0xc060_6610;
const PR_SET_NAME: u64 = 15;
const CLONE_THREAD: u64 = 0x0001_0000;

/// Why the process could not be locked down.
#[derive(Debug, thiserror::Error)]
pub enum WallError {
    /// seccomp failed.
    #[error("the system gives no seccomp filter: {0}")]
    Seccomp(String),
    /// Landlock failed on a kernel that has it.
    #[error("the system gives no Landlock rules: {0}")]
    Landlock(#[from] landlock::RulesetError),
}

/// Locks this process down permanently, with all its threads and those it starts later. Open descriptors stay open,
/// in particular standard input and output.
///
/// # Errors
///
/// When the kernel has no seccomp, or there is no filter for this architecture.
pub fn wall_off() -> Result<(), WallError> {
    let abi = ABI::V6;
    Ruleset::default()
        .handle_access(AccessFs::from_all(abi))?
        .handle_access(AccessNet::from_all(abi))?
        .scope(Scope::from_all(abi))?
        .create()?
        .restrict_self()?;
    let filter = filter().map_err(|error| WallError::Seccomp(error.to_string()))?;
    seccompiler::apply_filter_all_threads(&filter)
        .map_err(|error| WallError::Seccomp(error.to_string()))
}

/// Any other system call fails with `ENOSYS`. Then the C library falls back to the older of two calls if there are
/// two, as for threads.
fn filter() -> Result<BpfProgram, seccompiler::BackendError> {
    let only = |argument: u8, compare: SeccompCmpOp, value: u64| {
        let length = SeccompCmpArgLen::Dword;
        let condition = SeccompCondition::new(argument, length, compare, value)?;
        SeccompRule::new(vec![condition])
    };
    let same = SeccompCmpOp::Eq;
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> =
        ALLOWED.into_iter().map(|call| (call, Vec::new())).collect();
    let requests = vec![
        only(1, same.clone(), TCGETS)?,
        only(1, same.clone(), PAGEMAP_SCAN)?,
    ];
    rules.insert(libc::SYS_ioctl, requests);
    rules.insert(libc::SYS_prctl, vec![only(0, same, PR_SET_NAME)?]);
    let thread = SeccompCmpOp::MaskedEq(CLONE_THREAD);
    rules.insert(libc::SYS_clone, vec![only(0, thread, CLONE_THREAD)?]);
    let refused = SeccompAction::Errno(libc::ENOSYS.cast_unsigned());
    let architecture = TargetArch::try_from(ARCH)?;
    SeccompFilter::new(rules, refused, SeccompAction::Allow, architecture)?.try_into()
}
