/** Columns that are multiplied at the same time, so that each value of a row is read once for all of them. */
const lanes = 4;

/** Matrices with the same number of rows next to each other, by which row vectors are multiplied. */
export class JoinedMatrix {
  readonly #rows: number;
  readonly #groups: number;
  /** For each group of columns the rows of its values, so that a product reads them in order. */
  readonly #values: Float32Array;

  /** @param matrices row by row, `rows` rows each */
  constructor(matrices: readonly Float32Array[], rows: number) {
    const widths = matrices.map(({ length }) => length / rows);
    const width = widths.reduce((sum, own) => sum + own, 0);
    this.#rows = rows;
    this.#groups = Math.ceil(width / lanes);
    this.#values = new Float32Array(this.#groups * rows * lanes);
    let first = 0;
    for (const [index, matrix] of matrices.entries()) {
      const own = widths[index] ?? 0;
      for (let at = 0; at < matrix.length; at++) {
        const column = first + (at % own);
        const group = Math.floor(column / lanes);
        const row = Math.floor(at / own);
        this.#values[(group * rows + row) * lanes + (column % lanes)] = matrix[at] ?? 0;
      }
      first += own;
    }
  }

  /** Number of values of a product: the columns, rounded up to a multiple of 4. */
  get productLength(): number {
    return this.#groups * lanes;
  }

  /** Writes the product of a vector, one value for each row, and the matrix into `out`. */
  multiply(vector: Float32Array, out: Float64Array): void {
    const values = this.#values;
    let at = 0;
    for (let group = 0; group < this.#groups; group++) {
      let [first, second, third, fourth] = [0, 0, 0, 0];
      for (let row = 0; row < this.#rows; row++, at += lanes) {
        const value = vector[row] ?? 0;
        first += value * (values[at] ?? 0);
        second += value * (values[at + 1] ?? 0);
        third += value * (values[at + 2] ?? 0);
        fourth += value * (values[at + 3] ?? 0);
      }
      const column = group * lanes;
      out[column] = first;
      out[column + 1] = second;
      out[column + 2] = third;
      out[column + 3] = fourth;
    }
  }
}
