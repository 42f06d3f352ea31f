import { data } from './known/data.ts'
import type { Fault } from './known/fault.ts'
import { kept } from './known/kept.ts'
import { lost } from './known/lost.ts'
import { markdown } from './known/markdown.ts'
import { metadata } from './known/metadata.ts'

/** The expected files say what is right; this list says where the code is not there yet. */
export const known: Fault[] = [...lost, ...kept, ...metadata, ...markdown, ...data]
