// What Word and WPS put on the clipboard, as plain HTML.
import { settleLists } from './lists.js';

const CJK = '[\\u2e80-\\u9fff\\uff00-\\uffef\\u3000-\\u303f]';
const BROKEN_LINE = new RegExp(`(${CJK})[ \\t]*\\r?\\n[ \\t]*(?=${CJK})`, 'g');

/** Lists become lists; what only Word needs goes; lines that it broke between characters are whole again. */
export function settleWord(body) {
  settleLists(body);
  for (const part of [...body.querySelectorAll('*')]) {
    // `o:p`, `w:sdt`, `st1:place` and the like stand around text; drawings (`v:`) hold none.
    if (part.localName.startsWith('v:')) part.remove();
    else if (part.localName.includes(':')) part.replaceWith(...part.childNodes);
    else if (part.matches('p[class*="MsoTitle"]')) rename(part, 'h1');
    else if (part.matches('a[name]:not([href])')) part.replaceWith(...part.childNodes);
    else if (part.matches('[class*="MsoComment"], [data-style*="mso-element:comment"]')) part.remove();
  }
  const comments = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT | NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (comments.nextNode()) nodes.push(comments.currentNode);
  for (const node of nodes) {
    if (node.nodeType === Node.COMMENT_NODE) node.remove();
    else node.data = node.data.replace(BROKEN_LINE, '$1').replace(/\u00a0/g, ' ');
  }
}

function rename(part, name) {
  const made = part.ownerDocument.createElement(name);
  made.append(...part.childNodes);
  part.replaceWith(made);
}
