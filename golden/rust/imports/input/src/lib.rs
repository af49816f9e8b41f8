pub mod crane;
mod rail;
pub mod jobs;
pub use rail::KeepRail;
