import { answerWith } from '../../base/threads/thread.ts'
import { decideProfile } from './decide/decide.ts'
import { readFacts } from './decide/facts.ts'
import { describeOptions } from './options.ts'
import type { BrandingResult, BrandingTask } from './task.ts'

/** Runs in a thread of its own that can be killed: everything that thinks about a page. */
const work = (task: BrandingTask): BrandingResult => {
  const facts = readFacts(task.bytes, task.origin)
  const { verdict } = facts
  if (verdict.is === 'wall') return verdict
  if (task.origin.status >= 400) return { is: 'status' }
  if (verdict.is === 'nothing') return verdict
  if (verdict.is === 'shell' && !hasLook(task)) return verdict
  const sight = { ...task, facts, url: task.origin.finalUrl }
  const decided = decideProfile(sight, task.include, task.choices)
  return {
    is: 'profile',
    profile: decided.profile,
    options: task.choices ? undefined : describeOptions(decided, task.snapshot, facts),
  }
}

/** A browser has been there: few words are enough if there is something to look at. */
const hasLook = ({ snapshot }: BrandingTask): boolean => {
  const characters = snapshot.texts
    .filter(({ overlay }) => overlay === null)
    .reduce((sum, group) => sum + group.characters, 0)
  const parts = snapshot.elements.filter(({ kind }) => kind === 'button' || kind === 'link').length
  return characters >= 60 && parts + snapshot.logos.length >= 2
}

answerWith(work)
