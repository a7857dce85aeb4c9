import { ServiceError } from './service-error.ts';

/** Creates the 402 of an account whose balance does not cover a price, such as `at least 2 credits`. */
export function insufficientCredits(subject: string, price: string, available: number): ServiceError {
  return new ServiceError(
    'insufficient_credits',
    `${subject} costs ${price} and the account has ${available}`,
  );
}

/** Budget of a key and its use, in credits. */
export interface KeyBudgetState {
  readonly spent: number;
  readonly budget: number | null;
}

/** Creates the 402 of a key whose budget does not cover a price, such as `at least 2 credits`. */
export function keyBudgetExceeded(
  subject: string,
  price: string,
  { spent, budget }: KeyBudgetState,
): ServiceError {
  return new ServiceError(
    'key_budget_exceeded',
    `${subject} costs ${price}; the key has used ${spent} of its budget of ${budget}`,
  );
}
