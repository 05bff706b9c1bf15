// The toolbar: groups of buttons that show what holds at the cursor.
import { element, oncePerFrame } from './element.js';
import { button } from './tools/buttons.js';
import { roving } from './tools/roving.js';
import { textTools } from './tools/text.js';

/** The toolbar of an editor. */
export function toolbar(editor, labels, parts) {
  return bar(editor, labels, labels.toolbar, textTools(editor, parts), 'editor-bar');
}

/** A bar of groups of tools. */
export function bar(editor, labels, name, groups, look) {
  const refreshes = [];
  const made = element('div', { class: look, role: 'toolbar', 'aria-label': name });
  for (const tools of groups) {
    const group = element('div', { class: 'editor-group' });
    for (const tool of tools) {
      const { made: one, refresh } = button(tool, labels);
      group.append(one);
      refreshes.push(refresh);
    }
    made.append(group);
  }
  roving(made);
  const refresh = () => refreshes.forEach((one) => one());
  refresh();
  editor.on('transaction', oncePerFrame(refresh));
  made.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') editor.commands.focus();
  });
  return made;
}
