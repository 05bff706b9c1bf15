//! Embeds the migrations.

fn main() {
    // The migrations are embedded; a new file must cause a new build.
    println!("cargo:rerun-if-changed=../migrations");
}
