//! What the system tells of a process's memory; `process` is a number or `self`.

/// The most memory that a process had in RAM.
pub(super) fn peak_mib(process: &str) -> Option<f64> {
    mib(process, "VmHWM:")
}

/// Memory of a process that is in RAM, where the system tells.
pub(super) fn resident_mib(process: &str) -> Option<f64> {
    mib(process, "VmRSS:")
}

fn mib(process: &str, what: &str) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(what))?;
    let kib: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib / 1024.0)
}

/// Begins to measure the peak of this process anew; where the system cannot, it stays the peak since the start.
pub(super) fn forget_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}
