// The form for an image's text: what it shows, for those who cannot see it.
import { element, freshId } from '../element.js';
import { field, wordButton } from './form.js';

/** `refresh` fills the form with what the selected image has. */
export function altForm(editor, labels) {
  const id = freshId();
  const leave = () => editor.commands.focus();
  const input = field({ id, type: 'text', maxlength: '200' }, { onEnter: leave, onEscape: leave, onInput: write });
  const form = element(
    'div',
    { class: 'editor-form', hidden: true },
    element('label', { for: id, class: 'editor-label' }, labels.alt),
    input,
    wordButton(labels.imageDelete, () => editor.chain().focus().deleteSelection().run()),
  );

  function write() {
    editor.commands.command(({ tr }) => {
      tr.setNodeAttribute(tr.selection.from, 'alt', input.value);
      return true;
    });
  }

  return {
    form,
    refresh() {
      const { alt } = editor.state.selection.node.attrs;
      if (input.value !== alt) input.value = alt;
    },
  };
}
