// One editor: its parts, and its tie to the textarea.
import { Editor } from '@tiptap/core';
import { contextRow } from './context.js';
import { element } from './element.js';
import { labelsOf } from './labels.js';
import { htmlOf } from './output.js';
import { tidy } from './paste/tidy.js';
import { schema } from './schema.js';
import { statusLine } from './status.js';
import { toolbar } from './toolbar.js';
import { uploads } from './uploads.js';

/** Builds everything inside `place`: the page around it belongs to others. */
export function mount(place, textarea) {
  const labels = labelsOf(place.dataset.labels);
  const status = statusLine(labels);
  const files = uploads(place.dataset.upload, labels, status);
  const sheet = element('div', { class: 'editor-sheet' });

  const editor = new Editor({
    element: sheet,
    extensions: [...schema(labels), files.extension],
    content: tidy(textarea.value).html,
    injectCSS: false, // style/editor.css has it; the page allows no other styles
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': place.getAttribute('aria-labelledby') ?? '',
        class: 'editor-text',
      },
      transformPastedHTML(html) {
        const { html: clean, dropped } = tidy(html);
        if (dropped > 0) status.say(labels.imagesDropped, true);
        return clean;
      },
      handlePaste: (view, event) => files.takeFrom(editor, event, event.clipboardData),
      handleDrop: (view, event, slice, moved) => !moved && files.takeFrom(editor, event, event.dataTransfer),
    },
  });

  const context = contextRow(editor, labels, status);
  const head = element('div', { class: 'editor-head' }, toolbar(editor, labels, { files, context }), context.row);
  place.setAttribute('role', 'group');
  place.append(head, sheet);
  textarea.hidden = true;
  keep(editor, textarea, context);
}

/** The textarea follows the editor; on `sluice:reload` the editor follows the textarea. */
function keep(editor, textarea, context) {
  let written = textarea.value;
  editor.on('update', () => {
    const html = htmlOf(editor);
    if (html === written) return;
    written = html;
    textarea.value = html;
    textarea.dispatchEvent(new Event('input', { bubbles: true }));
  });
  textarea.addEventListener('sluice:reload', () => {
    written = textarea.value;
    context.closeForms();
    editor.commands.setContent(tidy(written).html, { emitUpdate: false });
  });
  // A press on its label would focus the textarea, which is hidden now.
  for (const label of textarea.labels ?? []) label.addEventListener('click', () => editor.commands.focus());
}
