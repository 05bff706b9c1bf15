//! The demo's pictures, drawn out of circles, arcs and rounded boxes: the project has no photos to show.

use image::{DynamicImage, Rgb, RgbImage};

const WIDTH: f32 = 1_600.0;
const HEIGHT: f32 = 900.0;

/// The colours of `style/tokens.css`, on light.
const INK: [u8; 3] = [21, 27, 36];
const INK_SOFT: [u8; 3] = [47, 54, 64];
const INK_PALE: [u8; 3] = [79, 86, 97];
const PAPER: [u8; 3] = [251, 250, 246];
const CREAM: [u8; 3] = [240, 236, 228];
const SHADE: [u8; 3] = [222, 215, 204];
const SIGNAL: [u8; 3] = [233, 64, 36];

type Point = (f32, f32);

/// A shape is the distance from its edge, in pixels, negative inside.
struct Canvas(RgbImage);

/// Headphones on a table, for the cover.
pub(super) fn headphones() -> DynamicImage {
    let mut canvas = Canvas::stage((800.0, 430.0), 742.0, 330.0);
    canvas.paint(INK_SOFT, 1.0, |at| arc(at, (800.0, 440.0), 214.0, 9.0, 0.75));
    canvas.paint(INK, 1.0, |at| arc(at, (800.0, 440.0), 244.0, 21.0, 1.57));
    canvas.paint(INK_PALE, 0.8, |at| arc(at, (800.0, 440.0), 254.0, 2.5, 0.9));
    for side in [-1.0_f32, 1.0] {
        let x = |x: f32| 800.0 + side * x;
        canvas.paint(INK, 1.0, |at| capsule(at, (x(244.0), 438.0), (x(244.0), 500.0), 15.0));
        canvas.paint(INK_SOFT, 1.0, |at| rounded(at, (x(190.0), 596.0), (40.0, 112.0), 38.0));
        canvas.paint(INK, 1.0, |at| rounded(at, (x(246.0), 596.0), (48.0, 132.0), 46.0));
        canvas.paint(INK_PALE, 0.7, |at| capsule(at, (x(274.0), 520.0), (x(274.0), 672.0), 2.0));
        canvas.paint(SIGNAL, 1.0, |at| capsule(at, (x(246.0), 556.0), (x(246.0), 636.0), 6.0));
    }
    canvas.finish()
}

/// A charger, for the page.
pub(super) fn charger() -> DynamicImage {
    let mut canvas = Canvas::stage((800.0, 440.0), 712.0, 320.0);
    canvas.paint(SHADE, 1.0, |at| rounded(at, (809.0, 471.0), (172.0, 246.0), 54.0));
    canvas.paint(PAPER, 1.0, |at| rounded(at, (800.0, 464.0), (172.0, 246.0), 54.0));
    canvas.paint(CREAM, 1.0, |at| rounded(at, (800.0, 464.0), (146.0, 220.0), 34.0).abs() - 1.5);
    canvas.paint(INK_SOFT, 1.0, |at| capsule(at, (776.0, 272.0), (824.0, 272.0), 7.0));
    for (dot, colour) in [SIGNAL, SIGNAL, SIGNAL, SHADE].into_iter().enumerate() {
        let y = 620.0 - 34.0 * dot as f32;
        canvas.paint(colour, 1.0, |at| capsule(at, (800.0, y), (800.0, y), 7.0));
    }
    canvas.finish()
}

impl Canvas {
    /// Paper, a table, a disc behind the thing and its shadow below it.
    fn stage(disc: Point, table: f32, radius: f32) -> Self {
        let mut canvas = Self(RgbImage::from_pixel(WIDTH as u32, HEIGHT as u32, Rgb(PAPER)));
        canvas.paint(CREAM, 0.75, |at| length(at, disc) - radius);
        canvas.paint(CREAM, 1.0, |(_, y)| table - 40.0 - y);
        // The shadow fades over its height: the further inside, the darker.
        for step in 0..6 {
            let grow = 1.0 - step as f32 * 0.12;
            canvas.paint(SHADE, 0.28, |(x, y)| {
                let across = ((x - disc.0) / (360.0 * grow)).hypot((y - table + 10.0) / (26.0 * grow));
                (across - 1.0) * 26.0 * grow
            });
        }
        canvas
    }

    /// Lays a colour over every pixel inside the shape; its edge is smooth. What is far from the shape is stepped over: no
    /// pixel nearer than the distance can be inside.
    fn paint(&mut self, colour: [u8; 3], opacity: f32, shape: impl Fn(Point) -> f32) {
        for y in 0..self.0.height() {
            let mut x = 0;
            while x < self.0.width() {
                let distance = shape((x as f32, y as f32));
                if distance < 0.5 {
                    let covered = (0.5 - distance).min(1.0) * opacity;
                    for (under, over) in self.0[(x, y)].0.iter_mut().zip(colour) {
                        *under = (f32::from(*under) + (f32::from(over) - f32::from(*under)) * covered).round() as u8;
                    }
                }
                x += (distance - 0.5).max(1.0) as u32;
            }
        }
    }

    fn finish(self) -> DynamicImage {
        self.0.into()
    }
}

fn length((x, y): Point, (from_x, from_y): Point) -> f32 {
    (x - from_x).hypot(y - from_y)
}

fn capsule(at: Point, from: Point, to: Point, radius: f32) -> f32 {
    let (along, across) = ((to.0 - from.0, to.1 - from.1), (at.0 - from.0, at.1 - from.1));
    let squared = along.0 * along.0 + along.1 * along.1;
    let share = if squared > 0.0 { ((across.0 * along.0 + across.1 * along.1) / squared).clamp(0.0, 1.0) } else { 0.0 };
    length(at, (from.0 + along.0 * share, from.1 + along.1 * share)) - radius
}

fn rounded((x, y): Point, (middle_x, middle_y): Point, (half_x, half_y): Point, radius: f32) -> f32 {
    let (x, y) = ((x - middle_x).abs() - half_x + radius, (y - middle_y).abs() - half_y + radius);
    x.max(0.0).hypot(y.max(0.0)) + x.max(y).min(0.0) - radius
}

/// The part of a ring that is at most `reach` radians from its top, with round ends.
fn arc(at: Point, middle: Point, radius: f32, half: f32, reach: f32) -> f32 {
    let (x, y) = ((at.0 - middle.0).abs(), middle.1 - at.1);
    if x.atan2(y) <= reach {
        return (x.hypot(y) - radius).abs() - half;
    }
    length((x, y), (radius * reach.sin(), radius * reach.cos())) - half
}

#[cfg(test)]
mod tests {
    use image::GenericImageView as _;

    use super::*;

    #[test]
    fn the_pictures_show_their_thing_on_a_calm_ground() {
        for (picture, thing) in [(headphones(), (556, 690)), (charger(), (800, 620))] {
            assert_eq!(picture.dimensions(), (1_600, 900));
            let Rgb(corner) = picture.to_rgb8()[(3, 3)];
            assert_eq!(corner, PAPER);
            assert_ne!(picture.to_rgb8()[thing].0, CREAM);
        }
        assert_eq!(headphones().to_rgb8()[(554, 600)].0, SIGNAL);
        assert_eq!(headphones().to_rgb8()[(800, 196)].0, INK);
    }
}
