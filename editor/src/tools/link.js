// The form for the address of a link.
import { element, freshId } from '../element.js';
import { addressOf } from './address.js';
import { field, wordButton } from './form.js';

/** `open` asks for the address of the link at the cursor; `onChange` is told when the form opens or closes. */
export function linkForm(editor, labels, onChange) {
  const [id, errorId] = [freshId(), freshId()];
  const error = element('p', { class: 'editor-warning', id: errorId, role: 'alert', hidden: true }, labels.linkInvalid);
  const input = field(
    { id, type: 'url', inputmode: 'url', placeholder: 'https://', 'aria-describedby': errorId },
    { onEnter: apply, onEscape: leave, onInput: () => complain(false) },
  );
  const remove = wordButton(labels.linkRemove, () => {
    editor.chain().extendMarkRange('link').unsetLink().run();
    leave();
  });
  const form = element(
    'div',
    { class: 'editor-form', hidden: true },
    element('label', { for: id, class: 'editor-label' }, labels.linkAddress),
    input,
    wordButton(labels.linkApply, apply),
    remove,
    wordButton(labels.cancel, leave),
    error,
  );
  let open = false;

  function complain(isWrong) {
    error.hidden = !isWrong;
    input.setAttribute('aria-invalid', String(isWrong));
  }

  function apply() {
    const href = addressOf(input.value);
    complain(!href);
    if (!href) {
      input.focus();
      return;
    }
    const { empty } = editor.state.selection;
    if (empty && !editor.isActive('link')) {
      editor.commands.insertContent({ type: 'text', text: input.value.trim(), marks: [{ type: 'link', attrs: { href } }] });
    } else {
      editor.chain().extendMarkRange('link').setLink({ href }).run();
    }
    leave();
  }

  function close() {
    if (!open) return;
    open = false;
    onChange();
  }

  function leave() {
    close();
    editor.commands.focus();
  }

  return {
    form,
    close,
    isOpen: () => open,
    open() {
      open = true;
      input.value = editor.getAttributes('link').href ?? '';
      remove.hidden = !editor.isActive('link');
      complain(false);
      onChange();
      input.focus();
      input.select();
    },
  };
}
