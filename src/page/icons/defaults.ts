import { tableOf, text } from '../../kit/data-shape.ts'
import data from './default-icons.json' with { type: 'json' }

/**
 * Icons that say nothing about a site: what frameworks and tools put there until somebody changes
 * it. SHA-256 of the files in the packages named (npm), so that each line can be checked.
 */
const defaultIcons = tableOf(text)(data, 'default-icons.json')

/** Whose default icon these bytes are, if anybody's. */
export const findDefaultIcon = (sha256: string): string | undefined => defaultIcons[sha256]
