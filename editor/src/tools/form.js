// A form of one line. It is no `<form>`, because the page's own form stands around it.
import { element } from '../element.js';

/** A field that keeps its keys and its changes to itself. */
export function field(attributes, { onEnter, onEscape, onInput }) {
  const made = element('input', { class: 'editor-field', autocomplete: 'off', ...attributes });
  made.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault(); // or the page's form is sent
      onEnter();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      onEscape();
    }
  });
  for (const kind of ['input', 'change']) made.addEventListener(kind, (event) => event.stopPropagation());
  made.addEventListener('input', () => onInput?.());
  return made;
}

/** A button with words. */
export function wordButton(text, onClick) {
  const made = element('button', { type: 'button', class: 'editor-word' }, text);
  made.addEventListener('click', onClick);
  return made;
}
