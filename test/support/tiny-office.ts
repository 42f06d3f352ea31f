import { replaceEntries } from '../../src/page/documents/office/zip.ts'

/** A ZIP archive of these parts, as small as they come. */
export const zipOf = (parts: Record<string, string>): Buffer => {
  const blank = { method: 0, crc: 0, packedBytes: 0, bytes: 0, offset: 0 }
  const entries = Object.keys(parts).map(name => ({ name, ...blank }))
  const contents = Object.entries(parts).map(([name, text]) => [name, Buffer.from(text)] as const)
  return replaceEntries(Buffer.alloc(0), entries, new Map(contents))
}

const relations = (...targets: [id: string, type: string, target: string][]) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
    .map(
      ([id, type, target]) =>
        `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"${/^https?:/.test(target) ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`

const types = (...overrides: [part: string, type: string][]) =>
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides
    .map(
      ([part, type]) =>
        `<Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
    )
    .join('')}</Types>`

const core = (title: string) =>
  `<?xml version="1.0"?><cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"><dc:title>${title}</dc:title><dc:creator>Ada Miller</dc:creator><dcterms:created>2024-03-01T08:00:00Z</dcterms:created><dcterms:modified>2024-04-02T09:30:00Z</dcterms:modified></cp:coreProperties>`

/** Of WordprocessingML; `rId1` is a link to https://example.test/more. */
export const tinyDocx = (body: string, title = 'A report', picture = ''): Buffer =>
  zipOf({
    ...(picture && { 'word/media/image1.bin': picture }),
    '[Content_Types].xml': types(
      ['word/document.xml', 'wordprocessingml.document.main'],
      ['word/styles.xml', 'wordprocessingml.styles'],
    ),
    '_rels/.rels': relations(['r1', 'officeDocument', 'word/document.xml']),
    'word/_rels/document.xml.rels': relations(
      ['rId1', 'hyperlink', 'https://example.test/more'],
      ['rId2', 'styles', 'styles.xml'],
    ),
    'word/styles.xml': `<?xml version="1.0"?><w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`,
    'docProps/core.xml': core(title),
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:body>${body}</w:body></w:document>`,
  })

export const paragraph = (text: string, style = ''): string =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`

/** A sheet of numbers and words for each name, the cells as they are written. */
export const tinyXlsx = (
  sheets: Record<string, CellValue[][]>,
  hidden: readonly string[] = [],
): Buffer => {
  const names = Object.keys(sheets)
  const part = (index: number) => `xl/worksheets/sheet${index + 1}.xml`
  return zipOf({
    '[Content_Types].xml': types(
      ['xl/workbook.xml', 'spreadsheetml.sheet.main'],
      ...names.map((_, index): [string, string] => [part(index), 'spreadsheetml.worksheet']),
    ),
    '_rels/.rels': relations(['r1', 'officeDocument', 'xl/workbook.xml']),
    'docProps/core.xml': core('Figures'),
    'xl/_rels/workbook.xml.rels': relations(
      ...names.map((_, index): [string, string, string] => [
        `rId${index + 1}`,
        'worksheet',
        `worksheets/sheet${index + 1}.xml`,
      ]),
    ),
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}"${hidden.includes(name) ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    ...Object.fromEntries(
      Object.values(sheets).map((rows, index) => [part(index), sheetXml(rows)]),
    ),
  })
}

type CellValue = string | number | { error: string }

const sheetXml = (rows: CellValue[][]): string =>
  `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows
    .map(
      (cells, row) =>
        `<row r="${row + 1}">${cells
          .map((value, column) => {
            const place = `${String.fromCharCode(65 + column)}${row + 1}`
            if (typeof value === 'object') return `<c r="${place}" t="e"><v>${value.error}</v></c>`
            return typeof value === 'number'
              ? `<c r="${place}"><v>${value}</v></c>`
              : `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`
          })
          .join('')}</row>`,
    )
    .join('')}</sheetData></worksheet>`

/** A presentation: each slide a title and paragraphs, and what its speaker is to say. */
export const tinyPptx = (
  slides: { title: string; texts: string[]; notes?: string; more?: string; isHidden?: boolean }[],
): Buffer => {
  const spaces =
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
  const part = (index: number) => `slides/slide${index + 1}.xml`
  const notesPart = (index: number) => `notesSlides/notesSlide${index + 1}.xml`
  const page = (name: string, shapes: string, isHidden = false) =>
    `<?xml version="1.0"?><p:${name} ${spaces}${isHidden ? ' show="0"' : ''}><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shapes}</p:spTree></p:cSld></p:${name}>`
  const shape = (id: number, holder: string, texts: string[]) =>
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${id}"/><p:cNvSpPr/><p:nvPr><p:ph ${holder}/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/>${texts.map(text => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`).join('')}</p:txBody></p:sp>`
  return zipOf({
    '[Content_Types].xml': types(
      ['ppt/presentation.xml', 'presentationml.presentation.main'],
      ...slides.map((_, at): [string, string] => [`ppt/${part(at)}`, 'presentationml.slide']),
      ...slides.map((_, at): [string, string] => [
        `ppt/${notesPart(at)}`,
        'presentationml.notesSlide',
      ]),
    ),
    '_rels/.rels': relations(['r1', 'officeDocument', 'ppt/presentation.xml']),
    'docProps/core.xml': core('Slides'),
    'ppt/_rels/presentation.xml.rels': relations(
      ...slides.map((_, at): [string, string, string] => [`rId${at + 1}`, 'slide', part(at)]),
    ),
    'ppt/presentation.xml': `<?xml version="1.0"?><p:presentation ${spaces}><p:sldIdLst>${slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="rId${at + 1}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    ...Object.fromEntries(
      slides.flatMap(({ title, texts, notes, more = '', isHidden }, at) => [
        [
          `ppt/${part(at)}`,
          page(
            'sld',
            `${shape(2, 'type="title"', [title])}${shape(3, 'idx="1"', texts)}${more}`,
            isHidden,
          ),
        ],
        ...(notes === undefined
          ? []
          : [
              [
                `ppt/slides/_rels/slide${at + 1}.xml.rels`,
                relations(['rId1', 'notesSlide', `../${notesPart(at)}`]),
              ],
              [`ppt/${notesPart(at)}`, page('notes', shape(2, 'type="body" idx="1"', [notes]))],
            ]),
      ]),
    ),
  })
}

/** A book of a chapter for each text, `c0.xhtml` and so on. */
export const tinyEpub = (...chapters: string[]): Buffer =>
  zipOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    'book.opf': `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Book</dc:title></metadata><manifest>${chapters.map((_, at) => `<item id="c${at}" href="c${at}.xhtml" media-type="application/xhtml+xml"/>`).join('')}</manifest><spine>${chapters.map((_, at) => `<itemref idref="c${at}"/>`).join('')}</spine></package>`,
    ...Object.fromEntries(
      chapters.map((body, at) => [
        `c${at}.xhtml`,
        `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>c</title></head><body>${body}</body></html>`,
      ]),
    ),
  })
