// Word's lists are paragraphs whose style says `mso-list:l0 level2 lfo1` and whose first letters are the bullet or number.

const LEVEL = /mso-list\s*:\s*\S+\s+level(\d+)/i;
const NUMBER = /^[(（]?(\d+|[a-z]|[ivxlc]+|[一二三四五六七八九十百]+)(\.\d+)*[.)、．）]/i;

/** Makes `ul` and `ol` of them, one in the other. */
export function settleLists(body) {
  let open = []; // the lists around the last item: [{ list, level, last }]
  for (const part of [...body.querySelectorAll('[data-style*="mso-list"]')]) {
    const level = Number(part.dataset.style.match(LEVEL)?.[1] ?? 0);
    if (!part.matches('p, div, h1, h2, h3, h4, h5, h6') || level === 0) continue;
    const marker = takeMarker(part);
    if (!part.matches('p, div')) continue; // a heading that is numbered stays a heading
    if (previous(part) !== open[0]?.list) open = [];
    open = add(open, level, marker, part);
  }
}

/** Takes the bullet or the number off a paragraph. */
function takeMarker(paragraph) {
  const ignored = paragraph.querySelector('[data-style*="mso-list:Ignore" i], [data-style*="mso-list: Ignore" i]');
  const marker = ignored?.textContent.replace(/[\s\u00a0]+/g, '') ?? '';
  ignored?.remove();
  return marker;
}

/** What stands before a paragraph, empty text and comments left aside. */
function previous(paragraph) {
  let node = paragraph.previousSibling;
  while (node && (node.nodeType === Node.COMMENT_NODE || (node.nodeType === Node.TEXT_NODE && !node.data.trim()))) node = node.previousSibling;
  return node;
}

function add(open, level, marker, paragraph) {
  const name = NUMBER.test(marker) ? 'ol' : 'ul';
  const around = open.filter((one) => one.level <= level);
  let here = around.at(-1);
  // Another kind of list at the same level is another list.
  if (here?.level === level && here.list.localName !== name) {
    around.pop();
    here = around.at(-1);
  }
  if (here?.level !== level) {
    const list = paragraph.ownerDocument.createElement(name);
    const start = Number.parseInt(marker.replace(/\D*/, ''), 10);
    if (name === 'ol' && start > 1) list.setAttribute('start', start);
    if (here) here.last.append(list);
    else paragraph.before(list);
    here = { list, level };
    around.push(here);
  }
  here.last = paragraph.ownerDocument.createElement('li');
  here.last.append(...paragraph.childNodes);
  here.list.append(here.last);
  paragraph.remove();
  return around;
}
