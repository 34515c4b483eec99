//! Pages that update themselves: `live.js` listens at an address and reloads the parts of the page that are marked
//! `data-live-part`.

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
