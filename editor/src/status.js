// The line that says what happened.
import { element } from './element.js';

/** `line` stands in the page; `say` fills it, and a warning stays until the next word. */
export function statusLine(labels) {
  const said = element('p', { class: 'editor-said', role: 'status' });
  const keys = element('span', { class: 'editor-keys' }, ` ${labels.hintKeys}`);
  const hint = element('p', { class: 'editor-hint' }, labels.hint, keys);
  const line = element('div', { class: 'editor-status' }, said, hint);
  let timer;

  function say(text, isWarning = false) {
    clearTimeout(timer);
    said.textContent = text;
    said.classList.toggle('editor-warning', isWarning);
    hint.hidden = Boolean(text);
    if (text && !isWarning) timer = setTimeout(() => say(''), 6000);
  }

  say('');
  return { line, say };
}
