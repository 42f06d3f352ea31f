import { defineTasks } from '../../base/threads/task.ts'
import { AppError } from '../../kit/errors.ts'
import { cores } from '../../kit/machine-limits.ts'

/** Everything that thinks about a page's look. */
export const brandingTasks = defineTasks(
  {
    threads: Math.max(1, Math.floor(cores / 2)),
    cpuMs: 5_000,
    wallMs: 30_000,
    memoryMb: 512,
    calls: 16 * cores,
    onKilled: () => new AppError('page_too_large', 'The page is too complex to be profiled.'),
  },
  {
    profileSighting: async () => (await import('./profile-sighting.ts')).profileSighting,
    profileChoices: async () => (await import('./profile-sighting.ts')).profileChoices,
    surveyPage: async () => (await import('./survey-page.ts')).surveyPage,
    sketchProfile: async () => (await import('./sketch-profile.ts')).sketchProfile,
  },
)
