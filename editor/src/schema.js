// What a text may hold: exactly what the server keeps. No class, no style, no width of a column.
import { Extension } from '@tiptap/core';
import { CodeBlock } from '@tiptap/extension-code-block';
import { Image } from '@tiptap/extension-image';
import { Link } from '@tiptap/extension-link';
import { OrderedList } from '@tiptap/extension-list';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { Placeholder, Selection } from '@tiptap/extensions';
import { StarterKit } from '@tiptap/starter-kit';
import { ownPath } from './paste/images.js';
import { isLink } from './tools/address.js';

/** The extensions of the editor. */
export function schema(labels) {
  return [
    StarterKit.configure({
      heading: { levels: [2, 3, 4] },
      link: false,
      codeBlock: false,
      orderedList: false,
      // A line to go on in, after what Enter does not lead out of.
      trailingNode: { notAfter: ['heading', 'bulletList', 'orderedList', 'blockquote'] },
      dropcursor: { class: 'editor-drop', color: false, width: 2 },
    }),
    Link.extend(link).configure({
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: isLink,
      shouldAutoLink: (url) => /^https?:\/\//i.test(url),
    }),
    CodeBlock.extend({ addAttributes: () => ({}) }),
    OrderedList.extend({ addAttributes: () => ({ start }) }),
    Image.extend(image).configure({ allowBase64: true }),
    Table.extend(table).configure({ View: null }),
    TableRow,
    TableHeader.extend({ addAttributes: cell }),
    TableCell.extend({ addAttributes: cell }),
    Placeholder.configure({ placeholder: labels.placeholder }),
    Selection.configure({ className: 'editor-selection' }),
    Leave,
  ];
}

const start = {
  default: 1,
  parseHTML: (list) => Number.parseInt(list.getAttribute('start') ?? '1', 10) || 1,
  renderHTML: (list) => (list.start === 1 ? {} : { start: list.start }),
};

const link = {
  inclusive: false, // what is typed after a link is no part of it
  addAttributes: () => ({ href: { default: null } }),
  // As the server writes a link.
  renderHTML: ({ HTMLAttributes: { href } }) => ['a', { href: isLink(href) ? href : '', rel: 'nofollow noopener noreferrer' }, 0],
};

const pixels = (name) => ({
  default: null,
  parseHTML: (picture) => (/^\d{1,5}$/.test(picture.getAttribute(name) ?? '') ? picture.getAttribute(name) : null),
});

const image = {
  addAttributes: () => ({
    src: { default: null, parseHTML: (picture) => ownPath(picture) },
    alt: { default: '', parseHTML: (picture) => picture.getAttribute('alt') ?? '' },
    width: pixels('width'),
    height: pixels('height'),
  }),
  parseHTML: () => [{ tag: 'img[src]', getAttrs: (picture) => (ownPath(picture) ? null : false) }],
  addInputRules: () => [],
};

const table = {
  renderHTML: () => ['table', ['tbody', 0]],
};

const span = (name) => ({
  default: 1,
  parseHTML: (cell) => Math.max(1, Number.parseInt(cell.getAttribute(name) ?? '1', 10) || 1),
  renderHTML: ({ [name]: value }) => (value > 1 ? { [name]: value } : {}),
});

/** `colwidth` is what the table commands keep up; nothing of it is ever written. */
function cell() {
  return { colspan: span('colspan'), rowspan: span('rowspan'), colwidth: { default: null, parseHTML: () => null, rendered: false } };
}

// Tab belongs to lists and tables here, so there is a key that always leads out.
const Leave = Extension.create({
  name: 'leave',
  addKeyboardShortcuts() {
    return {
      'Alt-F10': () => {
        this.editor.view.dom.closest('.editor')?.querySelector('[role="toolbar"] [tabindex="0"]')?.focus();
        return true;
      },
    };
  },
});
