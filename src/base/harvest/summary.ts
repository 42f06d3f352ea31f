import type { StatusUrl } from './kinds.ts'
import type { HarvestOverview } from './overview-store.ts'

/** A harvest in a list. */
export const summaryOf = ({ statusUrl }: { statusUrl: StatusUrl }, harvest: HarvestOverview) => {
  const { id, kind, firstUrl, status, total, completed, failed, creditsUsed } = harvest
  return {
    ...{ id, url: statusUrl({ id, kind }) },
    ...{ firstUrl, status, total, completed, failed, creditsUsed },
    createdAt: harvest.createdAt.toISOString(),
    expiresAt: harvest.expiresAt.toISOString(),
  }
}
