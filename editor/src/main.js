// Puts an editor into every `<div class="editor" data-editor="name">` of the page. The textarea of that name before it stays
// the value that the form sends, and what one types HTML into where no script runs.
import { mount } from './mount.js';

for (const place of document.querySelectorAll('.editor[data-editor]')) {
  const name = CSS.escape(place.dataset.editor);
  const textarea = (place.closest('form') ?? document).querySelector(`textarea[name="${name}"]`);
  if (textarea && !place.hasChildNodes()) mount(place, textarea);
}
