export const wayKinds = ['datacenter', 'residential', 'mobile', 'direct'] as const
export const stickiness = ['none', 'host', 'job'] as const
export const wayHealths = ['good', 'failing', 'unused'] as const
