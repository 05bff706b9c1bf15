//! What an upload says of itself and its decoder believes or passes over, found without decoding it.

/// Most scans of a JPEG. Encoders make up to about a dozen; each costs the time of the whole picture and a few bytes.
const SCANS: usize = 20;

/// Whether a JPEG goes on to its end marker. The decoder paints grey what is missing. What follows the end does not
/// count: phones append a film or a second picture. Markers are those of ITU T.81, table B.1.
pub fn is_whole(jpeg: &[u8]) -> bool {
    let mut scans = 0;
    let mut rest = jpeg;
    while let Some(at) = rest.iter().position(|byte| *byte == 0xff) {
        rest = &rest[at + 1..];
        match *rest {
            [0xd9, ..] => return scans > 0,
            // A byte of the picture, a filler, a restart, the start: nothing comes with it.
            [0x00 | 0x01 | 0xd0..=0xd8 | 0xff, ..] => {}
            // A segment, skipped with all that it holds: in EXIF there is a small picture with an end of its own.
            [marker, high, low, ..] => {
                scans += usize::from(marker == 0xda);
                let segment = 1 + usize::from(u16::from_be_bytes([high, low]));
                rest = rest.get(segment..).filter(|_| scans <= SCANS).unwrap_or_default();
            }
            _ => return false,
        }
    }
    false
}

/// Pixels of the largest lossy frame of a WebP file. The decoder reads a frame (RFC 9649, section 2.5, and RFC 6386,
/// section 9.1) before it compares its size with what the head of the file says.
pub fn largest_frame(webp: &[u8]) -> u64 {
    let side = |low: u8, high: u8| u64::from(u16::from_le_bytes([low, high]) & 0x3fff);
    let pixels = |chunk: &[u8]| match *chunk {
        [b'V', b'P', b'8', b' ', _, _, _, _, _, _, _, 0x9d, 0x01, 0x2a, w0, w1, h0, h1] => side(w0, w1) * side(h0, h1),
        _ => 0,
    };
    webp.windows(18).map(pixels).max().unwrap_or(0)
}
