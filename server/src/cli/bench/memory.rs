//! What the system tells of a process's memory; `process` is a number or `self`.

/// The most memory that a process had in RAM.
pub(super) fn peak_mib(process: &str) -> Option<f64> {
    mib(process, "VmHWM:")
}

pub(super) fn mib(process: &str, what: &str) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(what))?;
    let kib: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib / 1024.0)
}
