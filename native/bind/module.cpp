// The module kikashi._native: the family's boards and searches, and each room's own bindings.
#include <nanobind/nanobind.h>

void bind_first_turns(nanobind::module_& m);
void bind_holding(nanobind::module_& m);
void bind_forcing(nanobind::module_& m);
void bind_player(nanobind::module_& m);
void bind_positional(nanobind::module_& m);
void bind_solving(nanobind::module_& m);
void bind_rooms(nanobind::module_& m);

NB_MODULE(_native, m) {
    m.doc() = "Kikashi's native core";
    bind_positional(m);
    bind_forcing(m);
    bind_first_turns(m);
    bind_holding(m);
    bind_player(m);
    bind_solving(m);
    bind_rooms(m);
}
