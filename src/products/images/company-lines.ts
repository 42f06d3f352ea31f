import { invalidRequest } from '../../kit/errors.ts'
import { parseDomain } from './domain.ts'
import type { PinnedWords } from './pin.ts'

/**
 * Companies of an operator's file, a line each: `example.com | Example | other names; … | EXMP; EXM.DE`.
 * Other names and symbols may be left out; lines that start with # are comments.
 */
export const readCompanyLines = (text: string): PinnedWords[] => {
  const companies = text.split(/\r?\n/).flatMap((line, at) => {
    // Editors on Windows put a byte order mark in front, which counts as space.
    if (/^\s*(?:#|$)/.test(line)) return []
    const [domain = '', name = '', names = '', tickers = '', more] = line
      .split('|')
      .map(part => part.trim())
    if (name === '' || more !== undefined) throw badLine(at, line)
    try {
      parseDomain(domain)
    } catch {
      throw badLine(at, line)
    }
    return [{ domain, words: { name, ...(names && { names }), ...(tickers && { tickers }) } }]
  })
  if (companies.length === 0) throw invalidRequest('The file contains no companies.')
  return companies
}

const badLine = (at: number, line: string) =>
  invalidRequest(
    `Line ${at + 1} is not "example.com | Example | other names; … | EXMP; EXM.DE": ${line.slice(0, 100)}`,
  )
