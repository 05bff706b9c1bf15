// What the editor says. The page gives its language's words in `data-labels`; what it does not give is English.

const ENGLISH = {
  toolbar: 'Formatting',
  hint: 'Images can be pasted or dropped in here.',
  hintKeys: 'Alt+F10 leads to the toolbar.',
  placeholder: 'Describe what is on sale',
  bold: 'Bold',
  italic: 'Italic',
  underline: 'Underline',
  strike: 'Strikethrough',
  heading2: 'Heading',
  heading3: 'Subheading',
  paragraph: 'Text',
  bulletList: 'Bulleted list',
  orderedList: 'Numbered list',
  blockquote: 'Quote',
  link: 'Link',
  image: 'Image',
  table: 'Table',
  rule: 'Line',
  undo: 'Undo',
  redo: 'Redo',
  clear: 'Clear formatting',
  rowAdd: 'Add a row below',
  rowDelete: 'Delete the row',
  columnAdd: 'Add a column to the right',
  columnDelete: 'Delete the column',
  headerRow: 'Header row',
  tableDelete: 'Delete the table',
  linkAddress: 'Address of the link',
  linkInvalid: 'A link begins with https://, http://, mailto: or tel:.',
  linkApply: 'Apply',
  linkRemove: 'Remove link',
  cancel: 'Cancel',
  alt: 'What the image shows, for those who cannot see it',
  imageDelete: 'Delete the image',
  uploading: 'Uploading the image',
  uploaded: 'The image is in place.',
  uploadFailed: 'The image could not be uploaded. Please try again.',
  imagesDropped: 'Images of other sites were left out. Save them and insert them here as files.',
};

/** All labels: the page's over the English ones. */
export function labelsOf(json) {
  try {
    return { ...ENGLISH, ...JSON.parse(json || '{}') };
  } catch {
    return ENGLISH;
  }
}
