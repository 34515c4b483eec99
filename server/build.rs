//! Tells cargo which files outside `src` are embedded in the binary.

fn main() {
    for folder in [
        "../migrations",
        "../docs",
        "../seasons/demo",
        "../templates",
        "assets",
        "font",
    ] {
        println!("cargo:rerun-if-changed={folder}");
    }
}
