// Pictures of the buttons, drawn for this editor on a grid of 24.
const DRAWN = {
  bold: 'M7 5h6a3.5 3.5 0 0 1 0 7H7zM7 12h7a3.5 3.5 0 0 1 0 7H7z',
  italic: 'M10 5h8M6 19h8M14 5l-4 14',
  underline: 'M7 5v6a5 5 0 0 0 10 0V5M6 20h12',
  strike: 'M4 12h16M17 8c-.6-2-2.4-3-5-3-3 0-5 1.3-5 3.5 0 1.5 1 2.6 3 3.5M7 16c.6 2 2.4 3 5 3 3 0 5-1.3 5-3.5',
  heading2: 'M4 6v12M11 6v12M4 12h7M15 10.5c.3-1.6 1.3-2.5 2.7-2.5 1.6 0 2.6 1 2.6 2.4 0 2.6-5.3 4-5.3 7.6h5.5',
  heading3: 'M4 6v12M11 6v12M4 12h7M15 9.2c.6-.8 1.4-1.2 2.4-1.2 1.6 0 2.6.9 2.6 2.3s-1 2.4-2.6 2.4c1.8 0 2.9 1 2.9 2.5s-1.2 2.8-3 2.8c-1.2 0-2.2-.5-2.8-1.4',
  paragraph: 'M13 19V5M17 19V5M19 5h-9a4 4 0 0 0 0 8h3',
  bulletList: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  orderedList: 'M10 6h10M10 12h10M10 18h10M4 4.5 5.5 4v4.5M4 15.3c.2-.8.7-1.2 1.4-1.2.8 0 1.3.5 1.3 1.2 0 1.2-2.7 1.8-2.7 3.6h2.8',
  blockquote: 'M10 8c-2.5.7-4 2.6-4 5v4h4.5v-4H6M19 8c-2.5.7-4 2.6-4 5v4h4.5v-4H15',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 2.5-2.5L20 17M15.5 9h.01',
  table: 'M4 5h16v14H4zM4 10h16M4 14.5h16M12 5v14',
  rule: 'M4 12h16M8 7h8M8 17h8',
  undo: 'M8 5 4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-4',
  redo: 'm16 5 4 4-4 4M20 9H10a5.5 5.5 0 0 0 0 11h4',
  clear: 'M6 5h12M12 5l-2 8M9.3 16 8.5 19M15 15l5 5M20 15l-5 5',
  rowAdd: 'M4 5h16v6H4zM12 5v6M12 15v6M9 18h6',
  rowDelete: 'M4 5h16v6H4zM12 5v6M9.5 15.5l5 5M14.5 15.5l-5 5',
  columnAdd: 'M5 4h6v16H5zM5 12h6M15 12h6M18 9v6',
  columnDelete: 'M5 4h6v16H5zM5 12h6M15.5 9.5l5 5M20.5 9.5l-5 5',
  headerRow: 'M4 5h16v14H4zM4 10h16M12 10v9M4 6.7h16M4 8.4h16',
  remove: 'M5 7h14M10 7V4.5h4V7M7 7l1 12.5h8L17 7M10.5 11v5M13.5 11v5',
};

const SVG = 'http://www.w3.org/2000/svg';

/** The picture of a button; its name is read from the button. */
export function icon(name) {
  const picture = document.createElementNS(SVG, 'svg');
  picture.setAttribute('viewBox', '0 0 24 24');
  picture.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', DRAWN[name]);
  picture.append(path);
  return picture;
}
