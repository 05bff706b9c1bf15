// The row under the toolbar: what fits the place of the cursor, or else a hint. It is always there, so nothing jumps.
import { isNodeSelection } from '@tiptap/core';
import { element, oncePerFrame } from './element.js';
import { altForm } from './tools/alt.js';
import { linkForm } from './tools/link.js';
import { tableTools } from './tools/text.js';
import { bar } from './toolbar.js';

/** The row, and the way to open the form for links in it. */
export function contextRow(editor, labels, status) {
  const table = bar(editor, labels, labels.table, [tableTools(editor)], 'editor-bar editor-table-tools');
  const alt = altForm(editor, labels);
  const link = linkForm(editor, labels, () => show());
  const row = element('div', { class: 'editor-context' }, link.form, alt.form, table, status.line);

  function show() {
    const { selection } = editor.state;
    const isImage = isNodeSelection(selection) && selection.node.type.name === 'image';
    const isLink = link.isOpen();
    link.form.hidden = !isLink;
    alt.form.hidden = isLink || !isImage;
    table.hidden = isLink || isImage || !editor.isActive('table');
    status.line.classList.toggle('editor-beside', isLink || isImage || !table.hidden);
    if (isImage) alt.refresh();
  }

  show();
  editor.on('transaction', oncePerFrame(show));
  editor.on('focus', () => link.close());
  editor.view.dom.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
    event.preventDefault();
    link.open();
  });
  return { row, openLink: link.open, closeForms: link.close };
}
