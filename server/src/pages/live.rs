//! Pages that change by themselves: `live.js` listens at an address and takes the parts marked
//! `data-live-part` of the page anew.

/// What `live.js` needs to know.
#[derive(Clone, Debug, Default)]
pub struct Live {
    /// Where changes are told; empty where there are none.
    pub address: String,
    /// What the page shows.
    pub version: String,
    /// The parts are those that everybody sees, so that all listeners can share them.
    pub is_shared: bool,
}
