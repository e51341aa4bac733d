// What the client uses of Preact's hooks.

type Cleanup = void | (() => void);
export function useState<State>(initial: State | (() => State)): [State, (next: State | ((before: State) => State)) => void];
export function useReducer<State, Action>(reducer: (before: State, action: Action) => State, initial: State): [State, (action: Action) => void];
export function useEffect(effect: () => Cleanup, inputs?: readonly unknown[]): void;
export function useLayoutEffect(effect: () => Cleanup, inputs?: readonly unknown[]): void;
export function useMemo<Value>(make: () => Value, inputs: readonly unknown[]): Value;
export function useCallback<Callback extends Function>(callback: Callback, inputs: readonly unknown[]): Callback;
export function useRef<Value>(initial: Value): { current: Value };
