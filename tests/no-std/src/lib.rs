//! The proof that `quantity`, `sizing`, `catalog`, `latency` and `speech` need no standard library.
//!
//! A program may have one panic handler. The standard library brings its own; so does this crate. If anything in the
//! tree below the five crates linked the standard library, the compiler would refuse this crate with "found duplicate
//! lang item `panic_impl`". That it links, with an allocator that it also has to bring itself, is the proof; that it
//! calls into all five keeps the proof from being about nothing.
//!
//! What it does not prove: that the results are right. The native tests do that.
#![no_std]

extern crate alloc;

use alloc::string::String;
use core::alloc::{GlobalAlloc, Layout};
use core::panic::PanicInfo;
use core::sync::atomic::{AtomicUsize, Ordering};
use latency::{Report, Synthetic, Targets, Terms};
use quantity::{Place, RequestsPerSecond, Seconds, Unit};
use sizing::{Lanes, Outcome};

mod example;

/// The replicas that carry a load of the worked example at this rate, 0 where there is no such fleet.
///
/// The rate travels as text and back, so that three of the crates are in the program.
#[unsafe(no_mangle)]
pub extern "C" fn replicas(rate: f64) -> u32 {
    let unit = Unit::RequestsPerSecond;
    let text: String = unit.exact(rate);
    let rate = quantity::read(&text, unit, Place::Link).map_or(rate, |reading| reading.value);
    match example::plan(rate).map(|plan| plan.map(|plan| sizing::size(&plan).outcome)) {
        Some(Ok(Outcome::Planned(fleet))) => fleet.replicas,
        _ => 0,
    }
}

/// A TTFT curve of so many points over the worked example's four lanes, summed up so that none of it can be left out: what
/// a chart computes, for timing in wasm.
#[unsafe(no_mangle)]
pub extern "C" fn ttft_curve(points: u32) -> f64 {
    let lanes =
        Lanes { count: 4, prefill: Seconds::new(0.088_428_5), variability: 1.0, outside: Seconds::new(0.0) };
    let wall = 4.0 / lanes.prefill.get();
    (0..points)
        .map(|point| RequestsPerSecond::new(wall * f64::from(point) / f64::from(points)))
        .filter_map(|rate| lanes.ttft(rate))
        .map(|ttft| ttft.p50.get() + ttft.p95.get() + ttft.p99.get())
        .sum()
}

/// How many of so many synthetic streams meet the worked example's targets.
#[unsafe(no_mangle)]
pub extern "C" fn good_streams(count: u32) -> u32 {
    let streams = Synthetic { count, ..Synthetic::default() }.streams();
    let targets =
        Targets { ttft: Some(Seconds::new(1.0)), tpot: Some(Seconds::new(0.05)), ..Targets::default() };
    let good = Report::of(&streams, &Terms { targets, ..Terms::default() }).goodput.good;
    u32::try_from(good).unwrap_or(u32::MAX)
}

/// How many bytes are said for a rate.
#[unsafe(no_mangle)]
pub extern "C" fn bytes_said(rate: f64) -> usize {
    speech::spoken(&Unit::RequestsPerSecond.exact(rate)).len()
}

#[panic_handler]
fn stop(_: &PanicInfo<'_>) -> ! {
    loop {
        core::hint::spin_loop();
    }
}

const ROOM: usize = 1 << 16;

/// Hands out one fixed stretch of memory from front to back and takes nothing back: enough to link and to run once.
#[repr(align(16))]
struct Bump {
    room: core::cell::UnsafeCell<[u8; ROOM]>,
    used: AtomicUsize,
}

#[global_allocator]
static MEMORY: Bump = Bump { room: core::cell::UnsafeCell::new([0; ROOM]), used: AtomicUsize::new(0) };

// SAFETY: `used` only grows, by an atomic step, so that no two callers ever get the same bytes.
unsafe impl Sync for Bump {}

// SAFETY: what is handed out lies within `room`, is aligned as asked, belongs to nobody else, and is never reused.
unsafe impl GlobalAlloc for Bump {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let start = self.room.get().cast::<u8>();
        // With slack for the alignment, so that one atomic step is enough.
        let wanted = layout.size().saturating_add(layout.align());
        let before = self.used.fetch_add(wanted, Ordering::Relaxed);
        if before.saturating_add(wanted) > ROOM {
            return core::ptr::null_mut();
        }
        // SAFETY: `before + wanted` is within `ROOM`, as just checked, and the slack covers the step to alignment.
        unsafe {
            let place = start.add(before);
            place.add(place.align_offset(layout.align()))
        }
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}
