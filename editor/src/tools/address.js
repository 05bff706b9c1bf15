// Addresses of links.

/** What the server keeps: four schemes, or a path of this site. */
export function isLink(address) {
  return /^(https?:\/\/\S|mailto:\S|tel:[+\d]|\/(?![/\\]))/i.test(address ?? '') && !/[\u0000-\u001f\u007f]/.test(address);
}

/** The address that somebody means who leaves the scheme out, or `undefined` if it is none. */
export function addressOf(typed) {
  const text = typed.trim();
  if (isLink(text)) return text;
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)) return `mailto:${text}`;
  if (/^\+?\d[\d -]{4,18}$/.test(text)) return `tel:${text.replace(/[ -]/g, '')}`;
  if (/^[^\s/:@.]+(\.[^\s/:@.]+)+(:\d+)?([/?#]\S*)?$/.test(text)) return `https://${text}`;
  return undefined;
}
