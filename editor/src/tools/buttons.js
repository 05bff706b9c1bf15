// A button of the toolbar: what it shows, what it does, and when it can.
import { element } from '../element.js';
import { icon } from '../icons.js';
import { forEars, forEyes } from './keys.js';

/**
 * Builds the button of a tool `{ name, picture?, keys?, run, isOn?, can? }`. `refresh` shows the state of the editor. A
 * button that can do nothing now stays where the arrow keys find it.
 */
export function button(tool, labels) {
  const label = labels[tool.name];
  const made = element(
    'button',
    {
      type: 'button',
      class: 'editor-tool',
      'data-tool': tool.name,
      'aria-label': label,
      'aria-keyshortcuts': tool.keys && forEars(tool.keys),
      title: tool.keys ? `${label} (${forEyes(tool.keys)})` : label,
      tabindex: '-1',
    },
    icon(tool.picture ?? tool.name),
  );
  // The text keeps its selection.
  made.addEventListener('mousedown', (event) => event.preventDefault());
  made.addEventListener('click', () => {
    if (made.getAttribute('aria-disabled') !== 'true') tool.run();
  });
  const refresh = () => {
    if (tool.isOn) made.setAttribute('aria-pressed', String(tool.isOn()));
    if (tool.can) made.setAttribute('aria-disabled', String(!tool.can()));
  };
  return { made, refresh };
}
