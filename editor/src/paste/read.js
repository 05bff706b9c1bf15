// Reads HTML without a word from the browser: where a page may have no styles and handlers of its own, each one is reported,
// also in text that is only looked at.

/** The body of HTML, with `data-style` for `style`, no style sheets and no handlers. */
export function read(html) {
  const quiet = html
    .replace(/<style[\s\S]*?<\/style\s*>/gi, '')
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\s(style|on[a-z]+)\s*=/gi, ' data-$1='));
  return new DOMParser().parseFromString(quiet, 'text/html').body;
}
