// Names of key combinations. They are written as Tiptap writes them: `Mod-Shift-7`.
const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.platform);

/** For the title of a button: `Ctrl+Shift+7`, or `⌘⇧7`. */
export function forEyes(keys) {
  const names = IS_APPLE ? { Mod: '⌘', Alt: '⌥', Shift: '⇧' } : { Mod: 'Ctrl' };
  return parts(keys, names).join(IS_APPLE ? '' : '+');
}

/** For `aria-keyshortcuts`. */
export function forEars(keys) {
  return parts(keys, { Mod: IS_APPLE ? 'Meta' : 'Control' }).join('+');
}

function parts(keys, names) {
  return keys.split('-').map((key) => names[key] ?? key.toUpperCase().replace(/^(SHIFT|ALT)$/, (word) => word[0] + word.slice(1).toLowerCase()));
}
