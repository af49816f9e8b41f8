#pragma once
namespace shop {
/// keep_doc
int keep_half(int keep_cents);
class KeepMoney { public: long keep_cents() const { return hidden_; } private: long hidden_; };
}
