import type { HostApi } from '@shared/contract/contract'
import type { DesiredState } from '@shared/contract/experiments'
import type { ReportFormat } from '@shared/experiments/report-formats'
import { saveFile } from '../../kit/browser/save-file'
import { openExperiments, useExperiments } from '../experiments/experiments-store'
import { runCommand, submit } from './run-command'

export const resumeExperiment = (name: string) => runCommand((api) => api.resumeExperiment({ name, retryFailed: true }))

export const readExperimentText = (name: string, use: (read: ExperimentText) => void) =>
  runCommand(async (api) => use(await api.readExperimentText({ name })))

export type ExperimentText = Awaited<ReturnType<HostApi['readExperimentText']>>

export const exportExperiment = (name: string, format: ReportFormat) =>
  runCommand(async (api) => {
    const { base64 } = await api.exportExperiment({ name, format })
    const bytes = Uint8Array.from(atob(base64), (byte) => byte.codePointAt(0) ?? 0)
    saveFile(`${name}.${format}`, 'application/octet-stream', bytes)
  })

/** Deletes an experiment. Resolves to the reason of a failure, or null. */
export const deleteExperiment = (name: string) =>
  submit(async (api) => {
    await api.deleteExperiment({ name })
    const { open, rows } = useExperiments.getState()
    useExperiments.setState({ rows: rows?.filter((row) => row.name !== name) ?? null })
    if (open?.name === name) openExperiments(null)
  })

export const steerExperiment = (name: string, wish: DesiredState, onFailure: () => void) =>
  runCommand((api) =>
    api.steerExperiment({ name, wish }).catch((error: unknown) => {
      onFailure()
      throw error
    }),
  )
