// The HTML of a text, such that reading it back gives the same text.
import { DOMSerializer } from '@tiptap/pm/model';

const NO_BREAK = '\u00a0';

/** An empty text is "", and the empty line that the editor keeps at the end is left out. */
export function htmlOf(editor) {
  const { doc, schema } = editor.state;
  const page = document.createElement('div');
  page.append(DOMSerializer.fromSchema(schema).serializeFragment(doc.content));
  for (const block of page.querySelectorAll('p, h2, h3, h4')) settleSpaces(block);
  while (page.lastElementChild?.matches('p:empty')) page.lastElementChild.remove();
  return page.innerHTML;
}

/**
 * HTML shows many spaces as one and none at the ends of a line. Where the editor shows more, it is written with spaces that
 * do not break; a space at the end of a line cannot be seen and goes.
 */
function settleSpaces(block) {
  let before = '\n'; // the character before, or a line break
  let line = []; // its texts
  for (const node of nodesIn(block)) {
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.data;
      node.data = text.replace(/[ \t\r\n]/g, (_, at) => (/\s/.test(at === 0 ? before : text[at - 1]) ? NO_BREAK : ' '));
      before = node.data.at(-1) ?? before;
      line.push(node);
    } else if (node.nodeName === 'BR') {
      trimEnd(line, block);
      before = '\n';
      line = [];
    }
  }
  trimEnd(line, block);
}

function trimEnd(line, block) {
  for (const text of line.reverse()) {
    text.data = text.data.replace(/[ \u00a0]+$/, '');
    if (text.data) return;
    let empty = text;
    while (empty !== block && !empty.hasChildNodes()) {
      const parent = empty.parentNode;
      empty.remove();
      empty = parent;
    }
  }
}

function nodesIn(block) {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const nodes = [];
  while (walker.nextNode()) nodes.push(walker.currentNode);
  return nodes;
}
