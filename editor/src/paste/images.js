// Which images may stand in a text: the server's own, and for the moment of an upload those that come as data.

const OWN = /^\/media\/[^\s"'<>?#]+$/;
const DATA = /^data:(image\/(?:png|jpeg|gif|webp));base64,/i;

/** The address of an image of ours as a path, also when it was copied from a page with its host; or data; or nothing. */
export function ownPath(picture) {
  const src = picture.getAttribute('src')?.trim() ?? '';
  if (DATA.test(src)) return src;
  const path = src.startsWith(`${location.origin}/`) ? src.slice(location.origin.length) : src;
  return OWN.test(path) ? path : undefined;
}

/** The file in a data address. */
export function blobOf(src) {
  const [head, type] = src.match(DATA);
  const bytes = Uint8Array.from(atob(src.slice(head.length).replace(/\s/g, '')), (letter) => letter.charCodeAt(0));
  return new File([bytes], `pasted.${type.split('/')[1]}`, { type });
}
