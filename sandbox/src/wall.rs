//! A second wall, for the day when the first has a hole.
//!
//! A program is shut in by WebAssembly. Should it ever get out, it finds itself in a process that
//! can reach nothing: no file, no socket, no other process. Linux holds that wall: seccomp lets
//! through only the system calls that running programs takes, and Landlock, where the kernel has
//! it, refuses files and connections once more. It is for processes that have opened what they
//! need and do nothing but judge from then on; there is no way back.

use std::collections::BTreeMap;
use std::env::consts::ARCH;

use landlock::{ABI, Access as _, AccessFs, AccessNet, Ruleset, RulesetAttr as _, Scope};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch,
};

/// What running programs and telling the results takes: memory, threads, what is open already.
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

/// Asks a terminal for its settings, which is how a program knows one.
const TCGETS: u64 = 0x5401;
/// Asks which pages have been written to.
const PAGEMAP_SCAN: u64 = 0xc060_6610;
const PR_SET_NAME: u64 = 15;
const CLONE_THREAD: u64 = 0x0001_0000;

/// Why the wall is not up.
#[derive(Debug, thiserror::Error)]
pub enum WallError {
    /// seccomp.
    #[error("the system gives no seccomp filter: {0}")]
    Seccomp(String),
    /// Landlock, on a kernel that has it.
    #[error("the system gives no Landlock rules: {0}")]
    Landlock(#[from] landlock::RulesetError),
}

/// Shuts this process off for good, all its threads and those it starts from now on. What is open
/// stays open, standard input and output above all.
///
/// # Errors
///
/// When the kernel has no seccomp, or is of a kind that no filter exists for.
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

/// Whatever else is called does not exist: `ENOSYS`, after which the C library tries the older of
/// two calls where there are two, as for threads.
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
