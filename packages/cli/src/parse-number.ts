import { InvalidArgumentError } from 'commander';

/** For options that take a number over 0. */
export function parsePositive(text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new InvalidArgumentError('It must be a number over 0.');
  return value;
}

/** For options and arguments that take an integer; its range is the service's to judge. */
export function parseInteger(text: string): number {
  if (!/^[+-]?\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be an integer.');
  return Number(text);
}
