/**
 * The style of plots in a report. Eight colors that are distinct with all common kinds of color vision (Okabe and Ito
 * 2008, darkened on light paper).
 */
const LIGHT = ['#0b66a8', '#b3500b', '#0a7d5c', '#8f3f7b', '#8a6a00', '#2b8fc4', '#a03a2b', '#55534d']
const DARK = ['#6db3ec', '#f0a35e', '#4fc9a0', '#dc95c6', '#e6cf5b', '#9bd4f5', '#f08d7b', '#c0bcb0']

const colors = (values: readonly string[]): string =>
  values.map((color, index) => `.plot .arm${index}{--arm:${color}}`).join('')

export const PLOT_STYLE = `
.plot{width:100%;height:auto;display:block;font:12px system-ui,sans-serif;fill:currentColor}
.plot .grid{stroke:currentColor;stroke-opacity:.13}.plot .zero{stroke:currentColor;stroke-opacity:.45}
.plot .frame{fill:none;stroke:currentColor;stroke-opacity:.2}
.plot .tick{fill-opacity:.65;font-size:11px}.plot .figure{font-variant-numeric:tabular-nums}
.plot .interval{stroke:var(--arm);stroke-width:3;stroke-linecap:round;stroke-opacity:.55}
.plot .value{fill:var(--arm)}.plot .dot{fill:var(--arm);fill-opacity:.45}.plot a:hover .dot,.plot a:focus .dot{fill-opacity:1;stroke:currentColor}
.plot .curve{fill:none;stroke:var(--arm);stroke-width:2}.plot .band{fill:var(--arm);fill-opacity:.12}
.plot .name{fill:var(--arm);font-weight:500}
${colors(LIGHT)}@media (prefers-color-scheme:dark){${colors(DARK)}}
`
