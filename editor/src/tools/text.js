// The tools of the toolbar, in groups. What a tool does to the text is Tiptap's.

/** Groups of tools for `button`. */
export function textTools(editor, { files, context }) {
  const chain = () => editor.chain().focus();
  const mark = (name, keys) => ({
    name,
    keys,
    run: () => chain().toggleMark(name).run(),
    isOn: () => editor.isActive(name),
    can: () => editor.can().toggleMark(name),
  });
  const heading = (level) => ({
    name: `heading${level}`,
    keys: `Mod-Alt-${level}`,
    run: () => chain().toggleHeading({ level }).run(),
    isOn: () => editor.isActive('heading', { level }),
  });
  const once = (name, keys, command) => ({
    name,
    keys,
    run: () => chain()[command]().run(),
    can: () => editor.can()[command](),
  });
  const block = (name, keys, command) => ({ ...once(name, keys, command), isOn: () => editor.isActive(name) });
  return [
    [once('undo', 'Mod-z', 'undo'), once('redo', 'Mod-Shift-z', 'redo')],
    [
      { name: 'paragraph', keys: 'Mod-Alt-0', run: () => chain().setParagraph().run(), isOn: () => editor.isActive('paragraph') },
      heading(2),
      heading(3),
    ],
    [mark('bold', 'Mod-b'), mark('italic', 'Mod-i'), mark('underline', 'Mod-u'), mark('strike', 'Mod-Shift-s')],
    [
      block('bulletList', 'Mod-Shift-8', 'toggleBulletList'),
      block('orderedList', 'Mod-Shift-7', 'toggleOrderedList'),
      block('blockquote', 'Mod-Shift-b', 'toggleBlockquote'),
    ],
    [
      { name: 'link', keys: 'Mod-k', run: () => context.openLink(), isOn: () => editor.isActive('link') },
      { name: 'image', run: () => files.pick(editor) },
      {
        name: 'table',
        run: () => chain().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
        can: () => !editor.isActive('table'),
      },
      once('rule', undefined, 'setHorizontalRule'),
    ],
    [{ name: 'clear', run: () => chain().unsetAllMarks().clearNodes().run() }],
  ];
}

/** What can be done to the table around the cursor. */
export function tableTools(editor) {
  const tool = (name, command, picture) => ({
    name,
    picture,
    run: () => editor.chain().focus()[command]().run(),
    can: () => editor.can()[command](),
  });
  return [
    tool('rowAdd', 'addRowAfter'),
    tool('rowDelete', 'deleteRow'),
    tool('columnAdd', 'addColumnAfter'),
    tool('columnDelete', 'deleteColumn'),
    { ...tool('headerRow', 'toggleHeaderRow'), isOn: () => editor.isActive('tableHeader') },
    tool('tableDelete', 'deleteTable', 'remove'),
  ];
}
