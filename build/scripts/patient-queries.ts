import { configure } from '@testing-library/dom'

// The limit only ends hanging tests: a slow machine takes seconds to draw a panel.
configure({ asyncUtilTimeout: 120_000 })
