/** A PDF of plain text runs, written by hand: what a file without tags looks like inside. */
export type PdfRun = {
  x: number
  y: number
  size: number
  text: string
  font?: 'F1' | 'F2' | 'F3'
  isTurned?: true
}
export type PdfLink = { rect: [number, number, number, number]; url: string }
export type PdfField = { name: string; type: 'Tx' | 'Btn'; value: string }
export type TinyPage = { runs: PdfRun[]; links?: PdfLink[]; fields?: PdfField[] }

export const tinyPdf = (pages: TinyPage[], extra = ''): Buffer => {
  const objects: string[] = []
  const add = (body: string) => objects.push(body)
  const pageIds = pages.map((_, index) => 6 + index * 2)
  add(`<< /Type /Catalog /Pages 2 0 R >>`)
  add(
    `<< /Type /Pages /Kids [${pageIds.map(id => `${id} 0 R`).join(' ')}] /Count ${pages.length} >>`,
  )
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>')
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>')
  for (const [index, page] of pages.entries()) {
    const links = (page.links ?? []).map(
      ({ rect, url }) =>
        `<< /Type /Annot /Subtype /Link /Rect [${rect.join(' ')}] /A << /S /URI /URI (${url}) >> >>`,
    )
    const fields = (page.fields ?? []).map(
      ({ name, type, value }) =>
        `<< /Type /Annot /Subtype /Widget /Rect [0 0 50 10] /FT /${type} /T (${name}) /V ${type === 'Btn' ? `/${value} /AS /${value}` : `(${value})`} >>`,
    )
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${7 + index * 2} 0 R ` +
        `/Resources << /Font << /F1 3 0 R /F2 4 0 R /F3 5 0 R >> >> /Annots [${[...links, ...fields].join(' ')}] >>`,
    )
    const content = page.runs.map(drawn).join('\n')
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`)
  }
  let file = '%PDF-1.4\n'
  const offsets = objects.map((body, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${body}\nendobj\n`
    return offset
  })
  const start = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  file += offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${extra} >>\nstartxref\n${start}\n%%EOF`
  return Buffer.from(file, 'latin1')
}

const drawn = ({ x, y, size, text, font = 'F1', isTurned }: PdfRun): string =>
  `BT /${font} ${size} Tf ${isTurned ? '0 1 -1 0' : '1 0 0 1'} ${x} ${y} Tm (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`
