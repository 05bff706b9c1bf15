// Emphasis that others write as styles, as elements.

/** Turns `data-style` into elements and takes it away with the classes. */
export function marksFromStyles(body) {
  for (const part of body.querySelectorAll('[data-style]')) {
    const style = part.dataset.style.toLowerCase();
    if (/display\s*:\s*none|mso-hide\s*:\s*all/.test(style)) {
      part.remove();
      continue;
    }
    if (part.matches('b, strong') && /(?<![-\w])font-weight\s*:\s*(normal|[1-4]00)/.test(style)) part.replaceWith(...part.childNodes);
    else if (part.matches('span, font')) wrap(part, style);
  }
  for (const part of body.querySelectorAll('[class], [data-style]')) {
    part.removeAttribute('class');
    part.removeAttribute('data-style');
  }
  // Every link is underlined.
  for (const line of body.querySelectorAll('a u')) line.replaceWith(...line.childNodes);
  for (const link of body.querySelectorAll('u > a:only-child')) {
    if (link.parentElement.textContent === link.textContent) link.parentElement.replaceWith(link);
  }
}

const MEANING = [
  [/(?<![-\w])font-weight\s*:\s*(bold|[6-9]00)/, 'strong'],
  [/(?<![-\w])font-style\s*:\s*(italic|oblique)/, 'em'],
  [/(?<![-\w])text-decoration(-line)?\s*:[^;]*underline/, 'u'],
  [/(?<![-\w])text-decoration(-line)?\s*:[^;]*line-through/, 's'],
];

function wrap(part, style) {
  for (const [pattern, name] of MEANING) {
    if (!pattern.test(style) || part.textContent.trim() === '') continue;
    const mark = part.ownerDocument.createElement(name);
    mark.append(...part.childNodes);
    part.append(mark);
  }
}
