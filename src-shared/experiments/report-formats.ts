export const REPORT_FORMATS = ['html', 'json', 'csv', 'parquet', 'txt'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]
