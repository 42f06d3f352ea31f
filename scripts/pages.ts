import { writeFileSync } from 'node:fs'
import { expectedFile, faultsOf, mend, openPage, pageNames } from '../test/pages/page-folder.ts'

/**
 * `npm run pages`: writes what is given for every page of test/pages into its expected file, to be
 * reviewed by eye; `npm run pages -- news` only those with the word in their name. What is known to
 * be wrong stays as it should be.
 */
const main = (words: string[]): void => {
  const names = pageNames().filter(
    name => words.length === 0 || words.some(word => name.includes(word)),
  )
  if (names.length === 0) throw new Error(`No page has ${words.join(' or ')} in its name.`)
  for (const name of names) {
    const { expected, given } = openPage(name)
    let text = given
    for (const fault of faultsOf(name)) {
      const mended = mend(text, { expected, fault })
      if (mended === undefined)
        process.stdout.write(`${name}: not given any more, or not once: ${fault.why}\n`)
      text = mended ?? text
    }
    if (text === expected) continue
    writeFileSync(expectedFile(name), text)
    process.stdout.write(`${name}: written\n`)
  }
}

main(process.argv.slice(2))
