import { AppError } from '../../kit/errors.ts'

/** The site turned this visitor away; what robots.txt says holds for every visitor. */
export const isBlock = (error: unknown): error is AppError =>
  error instanceof AppError &&
  ((error.code === 'page_blocked' && !error.byRobots) ||
    error.targetStatus === 403 ||
    error.targetStatus === 429)

/** The way itself did not work. */
export const isWayFault = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'way_failed'
